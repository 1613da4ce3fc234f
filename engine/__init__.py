"""The rules of 《无人伤亡》, and nothing else: no clock, no file, no socket, no prose.

Glossary (one English term for each Chinese one):
导演/裁判 director/judge · 演员 actor · 角色 character · 身份 identity · 阵营 camp · 技能 skill ·
存活 alive · 濒死 dying · 囚禁 imprisoned · 昏厥 fainted · 罚下 expelled · 癫狂 mad · 出局 out ·
警长 sheriff · 情侣 lovers · 票 ballot · 公示 notice · 投票帖 vote thread · 讨论帖 discussion thread · 树洞 hollow.
"""
