-- The IANA zone that a match's ground keeps its clocks by; '' where a season does not say (then its name may).
ALTER TABLE matches ADD COLUMN time_zone text NOT NULL DEFAULT '';
