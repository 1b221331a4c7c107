import { type ComponentType, Suspense } from "react";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { useOpenPlayerId } from "../use-player-param.ts";
import type { PlayerActionsProps } from "./player-detail.tsx";

const loadPlayerModal = () => import("./player-modal.tsx");
const PlayerModal = lazyPart(async () => (await loadPlayerModal()).PlayerModal);

/** Called by links to players, so that the modal opens at once. If loading fails, the modal is loaded again when it opens. */
export function preloadPlayerModal(): void {
	loadPlayerModal().catch(() => undefined);
}

interface Props {
	/** The actions of the user's team for the player. */
	readonly actions?: ComponentType<PlayerActionsProps> | undefined;
}

/** Renders the player modal over any page whose URL names a player. */
export const PlayerOutlet = ({ actions }: Props) => {
	const openId = useOpenPlayerId();
	if (openId === null) return null;
	return (
		<Suspense>
			<PlayerModal key={openId} id={openId} actions={actions} />
		</Suspense>
	);
};
