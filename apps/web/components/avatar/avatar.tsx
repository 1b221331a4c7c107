import { buildAvatarPath } from "@first-bounce/contract/site/paths";
import styles from "./avatar.module.css";

interface Props {
	readonly userId: number;
	readonly avatarVersion: number;
	/** Initials of this name are shown without a picture. */
	readonly name: string;
	readonly size?: number;
}

/** A user's picture, or her initials. Decorative: the name is always written beside it. */
export const Avatar = ({ userId, avatarVersion, name, size = 40 }: Props) => {
	const source = buildAvatarPath(userId, avatarVersion);
	const initials = name
		.split(" ")
		.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
		.slice(0, 2)
		.join("");
	return (
		<span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
			{source ? <img src={source} alt="" width={size} height={size} decoding="async" /> : initials}
		</span>
	);
};
