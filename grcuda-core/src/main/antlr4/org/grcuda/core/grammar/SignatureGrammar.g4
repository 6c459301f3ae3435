// Signatures of kernels and host functions, and files of them (NIDL).
grammar SignatureGrammar;

// An identifier that names a type; the reader of the tokens knows which do.
tokens { TYPE }

declaration : CXX? name (parameters (':' result)?)? EOF ;

nidl : group* EOF ;

group : kind=(KERNELS | CKERNELS | HOSTFUNCS | CHOSTFUNCS) name? '{' function* '}' ;

function : name parameters (':' result)? ;

nfi : ('(' values? ')' (':' result)? | values?) EOF ;

parameters : '(' (parameter (',' parameter)*)? ')' ;

name : component ('::' component)* ;

component : word template? ;

template : '<' (template | ~('<' | '>'))* '>' ;

parameter : word ':' (direction? POINTER TYPE | TYPE | struct) ;

values : value (',' value)* ;

value : direction? POINTER TYPE? | TYPE | struct ;

// By value: with its members, with its size in bytes, or as large as the code says.
struct : STRUCT ('{' member (',' member)* '}' | count)? ;

member : word ':' (direction? POINTER TYPE | TYPE | struct) count? ;

count : '[' NUMBER ']' ;

direction : IN | OUT | INOUT | CONST ;

result : POINTER TYPE? | TYPE ;

// Keywords are reserved nowhere: a parameter may be called 'in'.
word
    : IDENTIFIER | TYPE | STRUCT | POINTER | IN | OUT | INOUT | CONST | CXX
    | KERNELS | CKERNELS | HOSTFUNCS | CHOSTFUNCS
    ;

POINTER : 'pointer' ;
IN : 'in' ;
OUT : 'out' ;
INOUT : 'inout' ;
CONST : 'const' ;
CXX : 'cxx' ;
STRUCT : 'struct' ;
KERNELS : 'kernels' ;
CKERNELS : 'ckernels' ;
HOSTFUNCS : 'hostfuncs' ;
CHOSTFUNCS : 'chostfuncs' ;
OPEN : '(' ;
CLOSE : ')' ;
OPEN_BRACE : '{' ;
CLOSE_BRACE : '}' ;
OPEN_BRACKET : '[' ;
CLOSE_BRACKET : ']' ;
LESS : '<' ;
GREATER : '>' ;
COMMA : ',' ;
COLON : ':' ;
SCOPE : '::' ;

IDENTIFIER : [A-Za-z_$] [A-Za-z_$0-9]* ;
NUMBER : [0-9]+ ;
SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : ('/*' .*? '*/' | '//' ~[\r\n]*) -> skip ;

// With these the lexer never fails: what is wrong is told by the parser, in its own words.
UNTERMINATED_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* ;
UNKNOWN : [\uD800-\uDBFF] [\uDC00-\uDFFF] | . ;
