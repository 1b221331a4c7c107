-- Clubs that a player had up to and including a round. Later rounds have that of the player's row.
CREATE TABLE former_squads (
	season_id int NOT NULL,
	player_id int NOT NULL,
	until_round int NOT NULL CHECK (until_round > 0),
	squad_id int NOT NULL,
	PRIMARY KEY (season_id, player_id, until_round),
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE,
	FOREIGN KEY (season_id, squad_id) REFERENCES squads ON DELETE CASCADE
);

-- Earlier moves were not recorded. They follow from the last stats that a player has for each club.
INSERT INTO former_squads (season_id, player_id, until_round, squad_id)
SELECT season_id, player_id, round_id, squad_id
FROM (
	SELECT l.season_id, l.player_id, l.round_id, l.squad_id,
		coalesce(lead(l.squad_id) OVER (PARTITION BY l.season_id, l.player_id ORDER BY l.round_id), p.squad_id) AS next_squad_id
	FROM (
		SELECT DISTINCT ON (s.season_id, s.player_id, m.round_id) s.season_id, s.player_id, m.round_id, s.squad_id
		FROM stat_lines AS s JOIN matches AS m ON m.season_id = s.season_id AND m.id = s.match_id
		ORDER BY s.season_id, s.player_id, m.round_id, m.starts_at DESC, m.id DESC
	) AS l
	JOIN players AS p ON p.season_id = l.season_id AND p.id = l.player_id
) AS rounds
WHERE squad_id <> next_squad_id;
