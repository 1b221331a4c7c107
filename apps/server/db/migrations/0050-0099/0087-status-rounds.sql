-- Statuses from before 0086 have no round, and a provider's report that does not change is not stored again. While a round
-- is playing, the statuses of clubs that play in it and have named players are taken as reported for it.
UPDATE players AS p SET status_round_id = m.round_id
FROM matches AS m JOIN rounds AS r ON r.season_id = m.season_id AND r.id = m.round_id
WHERE r.status = 'playing' AND m.season_id = p.season_id AND p.squad_id IN (m.home_squad_id, m.away_squad_id)
	AND p.status_round_id IS NULL
	AND EXISTS (
		SELECT FROM players AS named
		WHERE named.season_id = p.season_id AND named.squad_id = p.squad_id AND named.status = 'playing');
