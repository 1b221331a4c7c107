import { type ComponentType, Suspense } from "react";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { useOpenPlayerId } from "../use-player-param.ts";
import { loadPlayerModal } from "./load-player-modal.ts";
import type { PlayerActionsProps } from "./player-detail.tsx";

const OpenPlayer = lazyPart(async () => (await loadPlayerModal()).OpenPlayer);

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
			<OpenPlayer key={openId} id={openId} actions={actions} />
		</Suspense>
	);
};
