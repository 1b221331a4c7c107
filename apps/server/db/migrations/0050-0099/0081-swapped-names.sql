-- One import may swap two squads' abbreviations, or two provider ids: uniqueness is checked when it is complete.
ALTER TABLE squads
	DROP CONSTRAINT squads_season_id_abbreviation_key,
	ADD UNIQUE (season_id, abbreviation) DEFERRABLE INITIALLY DEFERRED,
	DROP CONSTRAINT squads_season_id_provider_id_key,
	ADD UNIQUE (season_id, provider_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE players
	DROP CONSTRAINT players_season_id_provider_id_key,
	ADD UNIQUE (season_id, provider_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE matches
	DROP CONSTRAINT matches_season_id_provider_id_key,
	ADD UNIQUE (season_id, provider_id) DEFERRABLE INITIALLY DEFERRED;
