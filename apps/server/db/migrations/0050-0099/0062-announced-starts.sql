-- When the match's source last said it starts, and the season time since which it says so. It moves nothing.
ALTER TABLE matches ADD COLUMN announced_start timestamptz, ADD COLUMN announced_since timestamptz,
	ADD CHECK ((announced_start IS NULL) = (announced_since IS NULL));
