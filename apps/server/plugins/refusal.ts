import type { FailureStatus } from "@first-bounce/contract/envelope";
import type { ErrorCode, ErrorData } from "../i18n/error-messages.ts";

/** A reason for a refusal: its code, and data for its message. */
export interface Reason {
	readonly code: ErrorCode;
	readonly data?: ErrorData;
}

/** Why a call is refused. It is sent with its status and the error envelope, in the caller's language. */
export class Refusal extends Error {
	/** 200 only for clients that asked for it: a browser reports any other status as an error. */
	readonly status: FailureStatus | 200;
	readonly reasons: readonly [Reason, ...Reason[]];
	/** Additional data of the response, such as the profile of an unregistered identity. */
	readonly data: unknown;

	constructor(status: FailureStatus | 200, reasons: readonly [Reason, ...Reason[]], data?: unknown) {
		super(reasons[0].code);
		this.name = "Refusal";
		this.status = status;
		this.reasons = reasons;
		this.data = data;
	}
}

/** Creates a refusal with one reason, to be thrown. `data` fills the placeholders of its message. */
export const refuse = (status: FailureStatus, code: ErrorCode, data: ErrorData = {}): Refusal =>
	new Refusal(status, [{ code, data }]);
