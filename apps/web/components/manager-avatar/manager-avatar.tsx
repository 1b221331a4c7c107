import { Avatar } from "../avatar/avatar.tsx";
import { Guernsey } from "../guernsey/guernsey.tsx";
import styles from "./manager-avatar.module.css";

interface Props {
	readonly manager: {
		readonly userId: number;
		readonly avatarVersion: number;
		readonly fullName: string;
		readonly supportedSquadId: number | null;
	};
	readonly size?: number;
}

/** A manager's picture, or the guernsey of her club. Decorative: her name is written beside it. */
export const ManagerAvatar = ({ manager, size = 32 }: Props) => (
	<span className={styles.picture} style={{ width: size }}>
		{manager.avatarVersion > 0 ? (
			<Avatar userId={manager.userId} avatarVersion={manager.avatarVersion} name={manager.fullName} size={size} />
		) : (
			<Guernsey squadId={manager.supportedSquadId ?? 0} />
		)}
	</span>
);
