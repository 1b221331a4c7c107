-- What an operator may do; NULL for all other accounts. Today's operators become owners.
ALTER TABLE users ADD COLUMN operator_role text CHECK (operator_role IN ('owner', 'match-day', 'moderator', 'viewer')),
	ADD CONSTRAINT erased_account_has_no_role CHECK (erased_at IS NULL OR operator_role IS NULL);
UPDATE users SET operator_role = 'owner' WHERE is_operator;

-- Processes of the previous release know only is_operator, and would let every operator do everything. It is therefore true
-- for owners alone, and follows the role. What they set themselves makes an owner, or ends a role.
CREATE FUNCTION sync_operator_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.erased_at IS NOT NULL THEN
		NEW.operator_role := NULL;
	ELSIF TG_OP = 'INSERT' THEN
		IF NEW.is_operator AND NEW.operator_role IS NULL THEN
			NEW.operator_role := 'owner';
		END IF;
	ELSIF NEW.operator_role IS NOT DISTINCT FROM OLD.operator_role AND NEW.is_operator <> OLD.is_operator THEN
		NEW.operator_role := CASE WHEN NEW.is_operator THEN 'owner' END;
	END IF;
	NEW.is_operator := NEW.operator_role IS NOT DISTINCT FROM 'owner';
	RETURN NEW;
END $$;
CREATE TRIGGER sync_operator_role BEFORE INSERT OR UPDATE OF is_operator, operator_role, erased_at ON users
	FOR EACH ROW EXECUTE FUNCTION sync_operator_role();

-- Processes also forget the sessions of accounts whose role has changed.
CREATE TRIGGER operator_role_changed AFTER UPDATE OF operator_role ON users FOR EACH ROW
	WHEN (OLD.operator_role IS DISTINCT FROM NEW.operator_role) EXECUTE FUNCTION person_changed();

-- The maintenance of the site; no row if it is open. All processes obey it, and tell the pages that are open.
CREATE TABLE site_maintenance (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	text text NOT NULL CHECK (length(text) BETWEEN 3 AND 300),
	began_at timestamptz NOT NULL,
	-- When the site is expected to be open again.
	until timestamptz,
	-- Whether live drafts were paused for it and resume at its end.
	resumes_drafts boolean NOT NULL
);
CREATE FUNCTION maintenance_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('maintenance_changed', '');
	RETURN NULL;
END $$;
CREATE TRIGGER maintenance_changed AFTER INSERT OR UPDATE OR DELETE ON site_maintenance
	FOR EACH STATEMENT EXECUTE FUNCTION maintenance_changed();
