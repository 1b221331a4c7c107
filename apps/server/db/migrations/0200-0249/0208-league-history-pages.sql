-- The public page of a league's history. The league is the first of its seasons, so that the link stays valid when the league
-- is regenerated. Without a token the page is off; without a row, or if the commissioner has not turned it on, it is on only while
-- all seasons are public.
CREATE TABLE league_history_pages (
	lineage_id int PRIMARY KEY REFERENCES leagues ON DELETE CASCADE,
	token text UNIQUE,
	by_commissioner boolean NOT NULL
);
