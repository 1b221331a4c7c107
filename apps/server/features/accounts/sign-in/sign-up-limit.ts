import type { FastifyRequest } from "fastify";
import { getClientAddress, getNetwork, isLoopbackAddress } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "./throttle.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Counts a sign-up. Refuses if its network has reached the limit. */
export type CountSignUp = (request: FastifyRequest) => Promise<void>;

/** Loopback is not counted, because it is the address of every visitor behind a proxy without X-Forwarded-For. */
export const createSignUpLimit =
	(throttle: Throttle, limits: { readonly signUpsPerHour: number; readonly signUpsPerDay: number }): CountSignUp =>
	async (request) => {
		const address = getClientAddress(request);
		if (isLoopbackAddress(address)) return;
		const network = getNetwork(address);
		await throttle.attempt(`sign-ups an hour from ${network}`, { max: limits.signUpsPerHour, windowMs: HOUR });
		await throttle.attempt(`sign-ups a day from ${network}`, { max: limits.signUpsPerDay, windowMs: DAY });
	};
