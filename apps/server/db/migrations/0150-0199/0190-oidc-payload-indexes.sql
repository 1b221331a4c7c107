-- Finds the oldest payloads of a kind, of which only a limited number is kept.
CREATE INDEX oidc_payloads_by_expiry ON oidc_payloads (kind, expires_at);
-- Finds the sign-ins in progress in which an account has already given its password or passkey.
CREATE INDEX oidc_payloads_by_login ON oidc_payloads ((payload #>> '{result,login,accountId}'))
	WHERE payload #>> '{result,login,accountId}' IS NOT NULL;
