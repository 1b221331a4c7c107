-- The last round of the season that the fixtures of its leagues were drawn for; NULL until they are first compared with it.
ALTER TABLE seasons ADD COLUMN fixtures_last_round int;
