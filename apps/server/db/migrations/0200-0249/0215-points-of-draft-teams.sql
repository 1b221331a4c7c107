-- Draft teams have points, but neither totals nor ranks nor a value.
ALTER TABLE standings
	ALTER COLUMN round_rank DROP NOT NULL,
	ALTER COLUMN total_points DROP NOT NULL,
	ALTER COLUMN highest_points DROP NOT NULL,
	ALTER COLUMN overall_rank DROP NOT NULL,
	ALTER COLUMN team_value DROP NOT NULL;
