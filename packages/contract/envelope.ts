import { z } from "zod";

/** One thing that went wrong: a stable code for programs, a sentence for people in the language of the path. */
export const apiErrorSchema = z.object({ code: z.string(), message: z.string() });
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** Around every answer of the API: success or null, and the errors; one of them is always empty. */
export const envelopeSchema = <Success extends z.ZodType>(success: Success) =>
	z.object({ success: success.nullable(), errors: z.array(apiErrorSchema) });

export interface Envelope<Success> {
	readonly success: Success | null;
	readonly errors: readonly ApiErrorBody[];
}

/** The statuses a failure may use; the envelope is the same for all. */
export const FAILURE_STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503] as const;
export type FailureStatus = (typeof FAILURE_STATUSES)[number];
