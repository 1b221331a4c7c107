import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, instant } from "../fields.ts";

/** Six digits of an authenticator; where it is asked for again, also one of the recovery codes. */
const code = z.string().trim().min(6).max(40);

const access = z.object({
	/** The second factor is set up: from now on it is asked for. */
	isEnrolled: z.boolean(),
	/** Until when this session may do an operator's work; null before its code was given. */
	verifiedUntil: instant.nullable(),
	/** Setting up asks for the code that `fb operator add` printed. */
	needsSetupCode: z.boolean(),
	recoveryCodesLeft: z.int(),
	/** In the demo, for its own manager only: the six digits of now, since anybody may sign in as her. */
	demoCode: z.string().nullable(),
});
export type OperatorAccess = z.output<typeof access>;

const ofRole = { access: "operator-role", params: emptyObject, query: emptyObject } as const;

export const showOperatorAccess = defineCall({
	...ofRole,
	method: "GET",
	path: "/operator/access",
	summary: "How far an operator's session is: set up, verified, until when",
	body: emptyObject,
	success: access,
});

export const enrolOperator = defineCall({
	...ofRole,
	method: "POST",
	path: "/operator/access/enrol",
	summary: "Begin setting the second factor up: a new secret for an authenticator (RFC 6238)",
	body: z.strictObject({ setupCode: code.optional() }),
	success: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmOperator = defineCall({
	...ofRole,
	method: "POST",
	path: "/operator/access/confirm",
	summary: "Finish setting up with the first code; answers the recovery codes, this once",
	body: z.strictObject({ code, setupCode: code.optional() }),
	success: z.object({ recoveryCodes: z.array(z.string()), access }),
});

export const verifyOperator = defineCall({
	...ofRole,
	method: "POST",
	path: "/operator/access/verify",
	summary: "Step up: a code opens an operator's calls to this session for a few hours",
	body: z.strictObject({ code }),
	success: access,
});

export const endOperatorAccess = defineCall({
	...ofRole,
	method: "POST",
	path: "/operator/access/leave",
	summary: "Step down: this session asks for a code again before any operator's call",
	body: emptyObject,
	success: access,
});

export const renewRecoveryCodes = defineCall({
	access: "operator",
	method: "POST",
	path: "/operator/access/recovery-codes",
	summary: "New recovery codes; the old ones are worth nothing any more",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ recoveryCodes: z.array(z.string()) }),
});
