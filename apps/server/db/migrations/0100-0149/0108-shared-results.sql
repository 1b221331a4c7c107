-- Results of rounds are shared too.
ALTER TABLE share_snapshots DROP CONSTRAINT share_snapshots_kind_check;
ALTER TABLE share_snapshots ADD CONSTRAINT share_snapshots_kind_check CHECK (kind IN ('team', 'trade', 'result'));
-- Whether the owner chose, for this link alone, to show players before they lock.
ALTER TABLE share_snapshots ADD COLUMN shows_team boolean NOT NULL DEFAULT false;
