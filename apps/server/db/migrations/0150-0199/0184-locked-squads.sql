-- Clubs that the clock had locked when a match was given a later start or another round. They stay locked until the round is complete.
ALTER TABLE rounds ADD COLUMN locked_squads integer[] NOT NULL DEFAULT '{}';
