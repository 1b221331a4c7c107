-- How many teams had each player in a published round, as captain and as points doubled, and how many traded her in and out,
-- among the best teams overall and among all. `revision` is that of the round's standings when they were counted.
CREATE TABLE round_ownership (
	season_id int NOT NULL,
	round_id int NOT NULL,
	revision int NOT NULL,
	groups jsonb NOT NULL,
	PRIMARY KEY (season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);

-- The official leagues of those who finished among the best 1 % and 10 % of the season before. The check is looser than before, so
-- stored rows need not be checked.
ALTER TABLE official_league_members DROP CONSTRAINT official_league_members_kind_check,
	ADD CONSTRAINT official_league_members_kind_check CHECK (kind IN ('club', 'state', 'top1', 'top10')) NOT VALID;
