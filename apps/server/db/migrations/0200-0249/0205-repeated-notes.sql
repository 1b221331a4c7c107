-- How many of a payload's notes an earlier payload about the same subject already has. They are not stored again.
ALTER TABLE feed_payloads ADD COLUMN repeated_faults int NOT NULL DEFAULT 0;
