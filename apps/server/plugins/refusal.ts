import type { FailureStatus } from "@first-bounce/contract/envelope";
import type { ErrorCode, ErrorData } from "../i18n/error-messages.ts";

/** One reason to refuse: its code, and what its words name. */
export interface Reason {
	readonly code: ErrorCode;
	readonly data?: ErrorData;
}

/** A call refused: answered with the status and the envelope, worded in the caller's language. */
export class Refusal extends Error {
	readonly status: FailureStatus;
	readonly reasons: readonly [Reason, ...Reason[]];
	/** What the answer carries besides its words, such as the profile of an unregistered identity. */
	readonly data: unknown;

	constructor(status: FailureStatus, reasons: readonly [Reason, ...Reason[]], data?: unknown) {
		super(reasons[0].code);
		this.name = "Refusal";
		this.status = status;
		this.reasons = reasons;
		this.data = data;
	}
}

/** The refusal to throw for one reason; `data` fills its words. */
export const refuse = (status: FailureStatus, code: ErrorCode, data: ErrorData = {}): Refusal =>
	new Refusal(status, [{ code, data }]);
