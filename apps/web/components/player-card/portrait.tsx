import { useState } from "react";
import { Guernsey } from "../guernsey/guernsey.tsx";
import styles from "./portrait.module.css";

/** A player's photo, or her club's guernsey without one. */
export const Portrait = ({ squadId, photo }: { readonly squadId: number; readonly photo: string | null }) => {
	const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
	if (!photo || brokenUrl === photo) return <Guernsey squadId={squadId} />;
	return <img className={styles.photo} src={photo} alt="" loading="lazy" onError={() => setBrokenUrl(photo)} />;
};
