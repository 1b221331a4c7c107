import { buildAvatarPath } from "@first-bounce/contract/site/pictures";
import styles from "./avatar.module.css";

interface Props {
	readonly userId: number;
	readonly avatarVersion: number;
	/** Whose it is: its first letters stand in for a picture. */
	readonly name: string;
	readonly size?: number;
}

/** A person's picture by id and version, else her initials; decorative, her name stands beside it. */
export const Avatar = ({ userId, avatarVersion, name, size = 40 }: Props) => {
	const source = buildAvatarPath(userId, avatarVersion);
	const initials = name
		.split(" ")
		.map((word) => word.charAt(0))
		.slice(0, 2)
		.join("");
	return (
		<span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
			{source ? <img src={source} alt="" width={size} height={size} decoding="async" /> : initials}
		</span>
	);
};
