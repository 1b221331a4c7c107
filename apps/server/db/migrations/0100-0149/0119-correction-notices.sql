-- A correction of a published round tells the managers whose points it changed. `subject` is the round's revision and
-- the points before, such as '1:1836'.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
	ADD CONSTRAINT notices_kind_check CHECK (kind IN ('lock', 'late-out', 'result', 'correction', 'instruction', 'message'));
