-- The quarter that a match is in, or the last one played in a break; null where its provider does not say.
ALTER TABLE matches ADD COLUMN quarter smallint CHECK (quarter BETWEEN 1 AND 4);
