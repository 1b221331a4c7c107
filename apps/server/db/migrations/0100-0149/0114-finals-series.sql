-- Finals over two rounds: semi-finals of the top four, then the grand final (docs/game-rules.md#finals-series).
ALTER TABLE leagues ADD COLUMN finals_series boolean NOT NULL DEFAULT false,
	ADD CHECK (NOT finals_series OR finals IS TRUE);

ALTER TABLE league_matches ADD COLUMN is_semi_final boolean NOT NULL DEFAULT false,
	ADD CHECK (NOT (is_semi_final AND is_grand_final));
