/** `U+200B`: the name of a character that cannot be seen, or not be told from another. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Control, format and ignorable characters: nobody sees them, and some turn the direction. */
export function isHidden(character: string): boolean {
  return /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character);
}

/** The ASCII letter, digit or space that people take a character beyond ASCII for, or null. */
export function plainTwin(character: string): string | null {
  if (character <= "\u007f") return null;
  if (/^\p{Zs}$/u.test(character)) return " ";
  const folded = character.normalize("NFKC");
  return TWINS.get(folded) ?? (/^[A-Za-z0-9]$/.test(folded) ? folded : null);
}

/** Letters of other alphabets, and small capitals, that one font or another draws like ours. */
const TWINS = new Map([
  ...twins("АВЕЅІЈКМНОРԚСТУҮХԜ", "ABESIJKMHOPQCTYYXW"),
  ...twins("аЬсԁеһіјкӏорԛгѕуүхѵԝЗз", "abcdehijklopqrsyyxvw33"),
  ...twins("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
  ...twins("αγικνορυχϳ", "ayikvopuxj"),
  ...twins("ՍՕօոսցքհ", "UOonugph"),
  ...twins("ıɑɡȷ", "iagj"),
  ...twins("ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdeghijklmnoprstuvwyz"),
  ...twins("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
  ...twins("ᎠᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏙᏚᏞᏟᏢᏦ", "DTiAJEWMHYGZbRVSLCPK"),
]);

function twins(foreign: string, plain: string): [string, string][] {
  return [...foreign].map((character, at) => [character, plain.charAt(at)]);
}
