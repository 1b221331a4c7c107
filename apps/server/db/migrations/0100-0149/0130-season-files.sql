-- The static files of closed seasons, as they were when the season was archived. They never change.
CREATE TABLE season_files (
	season_id integer NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
	-- The path below /json/fantasy/{season}, without .json.
	name text NOT NULL,
	hash text NOT NULL,
	-- Compressed with brotli.
	content bytea NOT NULL,
	PRIMARY KEY (season_id, name)
);
ALTER TABLE season_files ALTER COLUMN content SET STORAGE EXTERNAL;
