import type { Kit } from "@first-bounce/contract/clubs/club-kits";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import { Avatar } from "../avatar/avatar.tsx";
import { Guernsey, KitGuernsey } from "../guernsey/guernsey.tsx";
import styles from "./manager-avatar.module.css";

interface Props {
	readonly manager: {
		readonly userId: number;
		readonly avatarVersion: number;
		readonly fullName: string;
		readonly supportedSquadId: number | null;
		/** The colour of a team in a draft league. */
		readonly colour?: string | undefined;
	};
	readonly size?: number;
}

/** The kit of a draft team, in the colours of a crest. */
export function buildTeamKit(colour: string): Kit {
	const [body, mark] = getCrestColours(colour);
	return { pattern: "sash", body, mark, trim: "#ffffff" };
}

/** A manager's picture; without one, the guernsey of her draft team or her club. Decorative: her name is written beside it. */
export const ManagerAvatar = ({ manager, size = 32 }: Props) => (
	<span className={styles.picture} style={{ width: size }}>
		{manager.avatarVersion > 0 ? (
			<Avatar userId={manager.userId} avatarVersion={manager.avatarVersion} name={manager.fullName} size={size} />
		) : manager.colour ? (
			<KitGuernsey kit={buildTeamKit(manager.colour)} />
		) : (
			<Guernsey squadId={manager.supportedSquadId ?? 0} />
		)}
	</span>
);
