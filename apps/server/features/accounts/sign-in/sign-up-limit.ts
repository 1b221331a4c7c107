import { DAY_MS, HOUR_MS } from "@first-bounce/rules/durations";
import type { FastifyRequest } from "fastify";
import { getClientAddress, getNetwork, isLoopbackAddress } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";

/** Counts a sign-up. Refuses if its network has reached the limit. */
export type CountSignUp = (request: FastifyRequest) => Promise<void>;

/** Loopback addresses are not counted: if a proxy sends no X-Forwarded-For, all visitors have one. */
export const createSignUpLimit =
	(throttle: Throttle, limits: { readonly signUpsPerHour: number; readonly signUpsPerDay: number }): CountSignUp =>
	async (request) => {
		const address = getClientAddress(request);
		if (isLoopbackAddress(address)) return;
		const network = getNetwork(address);
		await throttle.attempt(`sign-ups an hour from ${network}`, { max: limits.signUpsPerHour, windowMs: HOUR_MS });
		await throttle.attempt(`sign-ups a day from ${network}`, { max: limits.signUpsPerDay, windowMs: DAY_MS });
	};
