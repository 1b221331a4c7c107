-- The version of the season's static files that was last written whole into a folder or bucket.
CREATE TABLE static_exports (
	target text PRIMARY KEY,
	data_version integer NOT NULL,
	-- The hash of its checksums.json: locks and selections change files within a version of the season.
	checksums text NOT NULL,
	exported_at timestamptz NOT NULL
);
