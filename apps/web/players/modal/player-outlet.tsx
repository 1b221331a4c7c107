import { lazy, Suspense } from "react";
import { usePlayerParam } from "../use-player-param.ts";
import { loadPlayerModal } from "./load-modal.ts";

const PlayerModal = lazy(async () => ({ default: (await loadPlayerModal()).PlayerModal }));

/** Where a player's details appear, over any page whose address names her; nothing is loaded before. */
export const PlayerOutlet = () => {
	const { openId, close } = usePlayerParam();
	if (openId === null) return null;
	return (
		<Suspense>
			<PlayerModal key={openId} id={openId} onClose={close} />
		</Suspense>
	);
};
