-- What the last import of a season read, a row a table: {key: values}. A value that differs from it now was changed
-- here since, by an operator or a feed. A season imported by an older version has none until its next import.
CREATE TABLE season_imports (
	season_id int NOT NULL REFERENCES seasons ON DELETE CASCADE,
	table_name text NOT NULL CHECK (table_name <> ''),
	rows jsonb NOT NULL,
	PRIMARY KEY (season_id, table_name)
);
