import type { FastifyRequest } from "fastify";
import { getClientAddress, getNetwork, isLoopbackAddress } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "./throttle.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Counts a sign-up; refuses beyond its network's limit. */
export type CountSignUp = (request: FastifyRequest) => Promise<void>;

/** Loopback is not counted: behind a proxy that sends no X-Forwarded-For, every visitor has its address. */
export const createSignUpLimit =
	(throttle: Throttle, limits: { readonly signUpsPerHour: number; readonly signUpsPerDay: number }): CountSignUp =>
	async (request) => {
		const address = getClientAddress(request);
		if (isLoopbackAddress(address)) return;
		const network = getNetwork(address);
		await throttle.attempt(`sign-ups an hour from ${network}`, { most: limits.signUpsPerHour, within: HOUR });
		await throttle.attempt(`sign-ups a day from ${network}`, { most: limits.signUpsPerDay, within: DAY });
	};
