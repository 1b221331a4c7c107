import { z } from "zod";

/** An error: a stable code for programs, and a message in the language of the path. */
const apiErrorSchema = z.object({ code: z.string(), message: z.string() });
export type ApiErrorBody = z.output<typeof apiErrorSchema>;

/** The envelope of every API response: `success` with no errors, or null with at least one. */
export const envelopeSchema = <Success extends z.ZodType>(success: Success) =>
	z.object({ success: success.nullable(), errors: z.array(apiErrorSchema) });

export interface Envelope<Success> {
	readonly success: Success | null;
	readonly errors: readonly ApiErrorBody[];
}

/** HTTP statuses of failed calls. */
export const FAILURE_STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503] as const;
export type FailureStatus = (typeof FAILURE_STATUSES)[number];
