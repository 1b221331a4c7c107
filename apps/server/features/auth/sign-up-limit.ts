import type { FastifyRequest } from "fastify";
import { clientAddress, isThisMachine, networkOf } from "../../plugins/network-of.ts";
import type { Throttle } from "./throttle.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Counts the account that a request is about to make; refuses what is more than one network may make. */
export type CountSignUp = (request: FastifyRequest) => Promise<void>;

/** This machine is not counted: behind a proxy that does not name its visitors, everybody comes from here. */
export const createSignUpLimit =
	(throttle: Throttle, limits: { readonly signUpsPerHour: number; readonly signUpsPerDay: number }): CountSignUp =>
	async (request) => {
		const address = clientAddress(request);
		if (isThisMachine(address)) return;
		const network = networkOf(address);
		await throttle.attempt(`sign-ups an hour from ${network}`, { most: limits.signUpsPerHour, within: HOUR });
		await throttle.attempt(`sign-ups a day from ${network}`, { most: limits.signUpsPerDay, within: DAY });
	};
