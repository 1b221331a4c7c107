-- Trades may also be suggested with an eye to safety or risk.
ALTER TABLE coach_preferences DROP CONSTRAINT coach_preferences_aim_check,
	ADD CONSTRAINT coach_preferences_aim_check CHECK (aim IN ('season', 'round', 'money', 'safe', 'risk'));
