-- A round that an operator holds is not published by itself until the hold is released.
ALTER TABLE rounds ADD COLUMN held_since timestamptz, ADD COLUMN held_reason text,
	ADD CHECK ((held_since IS NULL) = (held_reason IS NULL)),
	ADD CHECK (held_since IS NULL OR status <> 'complete');
