import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";
import { OPERATOR_ROLES } from "../operator-role.ts";

/** A six-digit code from an authenticator, or a recovery code where one is accepted. */
const code = z.string().trim().min(6).max(40);

const access = z.object({
	/** What the operator may do. Left out by processes of the previous release, which know owners only. */
	role: z.enum(OPERATOR_ROLES).optional(),
	/** Whether the second factor is set up. */
	isEnrolled: z.boolean(),
	/** When this session's access to operator calls ends; null before a code was entered. */
	verifiedUntil: instant.nullable(),
	/** Whether setting up requires the code that `fb operator add` or the console shows. */
	needsSetupCode: z.boolean(),
	recoveryCodesLeft: z.int(),
	/** The current code; only in the demo and for its manager, because anyone may sign in as her. */
	demoCode: z.string().nullable(),
});
export type OperatorAccess = z.output<typeof access>;

export const showOperatorAccess = defineCall("GET", "/operator/access", {
	access: "operator-role",
	summary: "Whether the second factor is set up, and when this session's access ends",
	success: access,
});

export const enrolOperator = defineCall("POST", "/operator/access/enrol", {
	access: "operator-role",
	summary: "Start setting up the second factor: a new secret for an authenticator (RFC 6238)",
	body: z.strictObject({ setupCode: code.optional() }),
	success: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmOperator = defineCall("POST", "/operator/access/confirm", {
	access: "operator-role",
	summary: "Finish setting up with the first code; returns the recovery codes, only this time",
	body: z.strictObject({ code, setupCode: code.optional() }),
	success: z.object({ recoveryCodes: z.array(z.string()), access }),
});

export const verifyOperator = defineCall("POST", "/operator/access/verify", {
	access: "operator-role",
	summary: "Verify a code, which allows operator calls in this session for a few hours",
	body: z.strictObject({ code }),
	success: access,
});

export const endOperatorAccess = defineCall("POST", "/operator/access/leave", {
	access: "operator-role",
	summary: "End operator access: this session needs a code again for operator calls",
	success: access,
});

export const renewRecoveryCodes = defineCall("POST", "/operator/access/recovery-codes", {
	role: "viewer",
	summary: "Create new recovery codes; the old ones stop working",
	success: z.object({ recoveryCodes: z.array(z.string()) }),
});
