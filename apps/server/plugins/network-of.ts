import { isIPv6 } from "node:net";

/** Who a request is counted for: its address, and of IPv6 the network that one household has. */
export function networkOf(address: string): string {
	if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
	const [head = "", tail = ""] = address.split("::");
	const groups = head.split(":").filter(Boolean);
	const ends = address.includes("::") ? tail.split(":").filter(Boolean) : [];
	const zeros = Array.from({ length: Math.max(0, 8 - groups.length - ends.length) }, () => "0");
	return [...groups, ...zeros, ...ends].slice(0, 4).join(":");
}

const THIS_MACHINE = /^(::1$|(::ffff:)?127\.)/;

/** Places that every network may hold so many of at once. */
export interface Places {
	/** Takes one for an address; false when its network has all of its own. */
	readonly take: (address: string) => boolean;
	/** Gives one back. */
	readonly leave: (address: string) => void;
}

/** `most` of 0: as many as come. This machine's own are not counted: behind a proxy that names nobody they are all. */
export function createPlaces(most: number): Places {
	const taken = new Map<string, number>();
	const isCounted = (address: string) => most > 0 && !THIS_MACHINE.test(address);
	return {
		take: (address) => {
			if (!isCounted(address)) return true;
			const network = networkOf(address);
			const count = taken.get(network) ?? 0;
			if (count >= most) return false;
			taken.set(network, count + 1);
			return true;
		},
		leave: (address) => {
			if (!isCounted(address)) return;
			const network = networkOf(address);
			const count = (taken.get(network) ?? 0) - 1;
			if (count > 0) taken.set(network, count);
			else taken.delete(network);
		},
	};
}
