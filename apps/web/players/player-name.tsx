import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { loadPlayerModal } from "./modal/load-modal.ts";
import { setPlayerParam } from "./use-player-param.ts";

interface Props {
	readonly id: number;
	readonly name: string;
	readonly className?: string | undefined;
	/** What is shown; her name if left out. */
	readonly children?: ReactNode;
}

/** A player's name that opens her details over the page (D1 §2), fetched as soon as she is pointed at. */
export const PlayerName = ({ id, name, className, children }: Props) => {
	const { t } = useTranslation();
	const [search] = useSearchParams();
	return (
		<Link
			to={{ search: setPlayerParam(search, id).toString() }}
			preventScrollReset
			className={className}
			aria-label={t("player.open", { name })}
			onPointerEnter={loadPlayerModal}
			onFocus={loadPlayerModal}
		>
			{children ?? name}
		</Link>
	);
};
