-- Finals, few among all match-ups: each publication deletes those that have not started, to pair them again.
CREATE INDEX league_matches_finals ON league_matches (season_id, round_id) WHERE is_grand_final OR is_semi_final;
