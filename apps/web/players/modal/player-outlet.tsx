import { lazy, Suspense } from "react";
import { usePlayerAddress } from "../player-address.ts";
import { loadPlayerModal } from "./load-modal.ts";

const PlayerModal = lazy(async () => ({ default: (await loadPlayerModal()).PlayerModal }));

/** Where a player's details appear, over any page whose address names her; nothing is loaded before. */
export const PlayerOutlet = () => {
	const { openId, close } = usePlayerAddress();
	if (openId === null) return null;
	return (
		<Suspense>
			<PlayerModal key={openId} id={openId} onClose={close} />
		</Suspense>
	);
};
