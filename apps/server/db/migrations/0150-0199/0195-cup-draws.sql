-- What the draw of a cup follows from (packages/rules/draws/draw.ts). The seed is secret until the draw; its hash is public.
-- Cups drawn by earlier versions have an int in "seed" instead.
ALTER TABLE cups
	ADD COLUMN secret_seed text,
	ADD COLUMN seed_hash text,
	ADD COLUMN moment text,
	DROP CONSTRAINT cups_check,
	ADD CONSTRAINT cups_drawn_by_seed CHECK ((drawn_at IS NULL) = (start_id IS NULL)
		AND (drawn_at IS NULL) = (seed IS NULL AND moment IS NULL)),
	ADD CONSTRAINT cups_seed_has_hash CHECK ((secret_seed IS NULL) = (seed_hash IS NULL) AND (moment IS NULL OR NOT seed_hash IS NULL));
-- Whether the draw included the team: owners of other entries had closed their accounts.
ALTER TABLE cup_entries ADD COLUMN is_drawn boolean NOT NULL DEFAULT false;

-- Neither a published hash nor a draw is ever replaced, whoever asks for it.
CREATE FUNCTION keep_cup_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.seed_hash IS NOT NULL AND (NEW.secret_seed, NEW.seed_hash) IS DISTINCT FROM (OLD.secret_seed, OLD.seed_hash) THEN
		RAISE EXCEPTION 'the seed of the cup of season % is published and cannot change', OLD.season_id;
	END IF;
	IF OLD.drawn_at IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
		RAISE EXCEPTION 'the cup of season % is drawn already', OLD.season_id;
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER keep_cup_draw BEFORE UPDATE ON cups FOR EACH ROW EXECUTE FUNCTION keep_cup_draw();
