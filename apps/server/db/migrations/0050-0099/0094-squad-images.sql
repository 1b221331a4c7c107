ALTER TABLE squads
	ADD COLUMN image_version int NOT NULL DEFAULT 0 CHECK (image_version >= 0),
	-- Images it has had: no version is used again, also after one was taken back.
	ADD COLUMN images int NOT NULL DEFAULT 0 CHECK (images >= image_version);
