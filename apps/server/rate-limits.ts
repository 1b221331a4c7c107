/** Rate limits per address or account. Sign-ups per hour and per day are counted per network. */
export interface Limits {
	readonly guessesPerMinute: number;
	readonly signInsPerMinute: number;
	readonly signUpsPerMinute: number;
	readonly signUpsPerHour: number;
	readonly signUpsPerDay: number;
}

/** Maximum number of requests that one account may make with access tokens per minute. */
export const TOKEN_REQUESTS_PER_MINUTE = 120;

/** Sign-up limits allow for a club or a school that signs up from one address. */
export const LIMITS: Limits = {
	guessesPerMinute: 10,
	signInsPerMinute: 60,
	signUpsPerMinute: 20,
	signUpsPerHour: 30,
	signUpsPerDay: 100,
};
