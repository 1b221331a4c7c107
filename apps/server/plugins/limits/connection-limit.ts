import { getNetwork, isLoopbackAddress } from "../http/client-address.ts";

/**
 * Limits the simultaneous connections of each network; a `max` of 0 means no limit. Loopback is not counted: if a proxy sends
 * no X-Forwarded-For, all clients have that address.
 */
export function createConnectionLimiter(max: number) {
	const countByNetwork = new Map<string, number>();
	const isCounted = (address: string) => max > 0 && !isLoopbackAddress(address);
	return {
		/** Counts a connection and returns true, or returns false if the address's network has reached the limit. */
		acquire: (address: string): boolean => {
			if (!isCounted(address)) return true;
			const network = getNetwork(address);
			const count = countByNetwork.get(network) ?? 0;
			if (count >= max) return false;
			countByNetwork.set(network, count + 1);
			return true;
		},
		release: (address: string): void => {
			if (!isCounted(address)) return;
			const network = getNetwork(address);
			const count = (countByNetwork.get(network) ?? 0) - 1;
			if (count > 0) countByNetwork.set(network, count);
			else countByNetwork.delete(network);
		},
	};
}
