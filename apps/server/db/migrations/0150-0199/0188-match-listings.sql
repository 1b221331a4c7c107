-- How the provider's fixture lists a match, its word for the status ('' if the round no longer lists it), the round, and the
-- season time since when.
ALTER TABLE matches ADD COLUMN listed_as text CHECK (listed_as IN ('as-planned', 'over', 'not-listed', 'other')),
	ADD COLUMN listed_status text,
	ADD COLUMN listed_round int,
	ADD COLUMN listed_since timestamptz;
