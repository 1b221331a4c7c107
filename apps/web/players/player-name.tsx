import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Season } from "../api/season-model.ts";
import { preloadPlayerModal } from "./modal/player-outlet.tsx";
import { getFullName } from "./player-format.ts";
import { getPlayerSearch, PLAYER_LINK_STATE } from "./use-player-param.ts";

interface Props {
	readonly id: number;
	readonly name: string;
	readonly className?: string | undefined;
	/** Defaults to the name. */
	readonly children?: ReactNode;
}

/** A player's name that links to her details, which are preloaded on hover or focus. */
export const PlayerName = ({ id, name, className, children }: Props) => {
	const { t } = useTranslation();
	const { search } = useLocation();
	return (
		<Link
			to={{ search: getPlayerSearch(search, id) }}
			state={PLAYER_LINK_STATE}
			preventScrollReset
			className={className}
			aria-label={t("player.open", { name })}
			onPointerEnter={preloadPlayerModal}
			onFocus={preloadPlayerModal}
		>
			{children ?? name}
		</Link>
	);
};

interface SeasonPlayerProps {
	readonly id: number;
	readonly season: Season;
	/** Shows the last name only. */
	readonly isShort?: boolean;
}

/** The linked name of a player of the season; her id if it has no such player. */
export const SeasonPlayerName = ({ id, season, isShort = false }: SeasonPlayerProps) => {
	const player = season.playerById.get(id);
	if (!player) return String(id);
	return (
		<PlayerName id={id} name={getFullName(player)}>
			{isShort ? player.lastName : null}
		</PlayerName>
	);
};
