import { lazy, Suspense } from "react";
import { usePlayerParam } from "../use-player-param.ts";
import { loadPlayerModal } from "./load-modal.ts";

const PlayerModal = lazy(async () => ({ default: (await loadPlayerModal()).PlayerModal }));

/** Renders the player modal over any page whose URL names a player. */
export const PlayerOutlet = () => {
	const { openId, close } = usePlayerParam();
	if (openId === null) return null;
	return (
		<Suspense>
			<PlayerModal key={openId} id={openId} onClose={close} />
		</Suspense>
	);
};
